/** The weave of the cloth: a small tile of threads that go over and under each other, made once. */
const TILE = 64;
const THREAD = 2; // px
const GRAIN = 26;
const STEP = 9;

/** RGBA of the tile: light where a thread lies on top, dark beside it. */
export function weavePixels(): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(TILE * TILE * 4);
  const next = seeded(4242);
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      const isOver = (Math.floor(x / THREAD) + Math.floor(y / THREAD)) % 2 === 0;
      const isBright = (isOver ? y : x) % THREAD === 0;
      const value = (isBright ? STEP : -STEP) + (next() - 0.5) * GRAIN + (isOver ? 3 : -3);
      const shade = value > 0 ? 255 : 0;
      pixels.set([shade, shade, shade, Math.abs(value) * (value > 0 ? 1 : 1.6)], (y * TILE + x) * 4);
    }
  }
  return pixels;
}

export function weaveTile(): HTMLCanvasElement {
  const tile = document.createElement("canvas");
  tile.width = tile.height = TILE;
  tile.getContext("2d")?.putImageData(new ImageData(weavePixels(), TILE, TILE), 0, 0);
  return tile;
}

/** Numbers between 0 and 1, always the same ones for a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
