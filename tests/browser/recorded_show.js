// Looks at the page in every frame: which cards can be seen, and what is told. The frames are kept on the window.
(root) => {
  const within = () => (root ? document.querySelector(root) : document) ?? document;
  if (root && !within().querySelector(".hand")) throw new Error(`${root} is no table`);
  const texts = (selector, where = within()) => [...where.querySelectorAll(selector)].map((each) => each.textContent.trim());
  const isUp = (turner) => new DOMMatrix(getComputedStyle(turner).transform).m11 > 0.001;
  const hand = (side) => {
    const element = within().querySelector(`.hand.${side}`);
    if (!element) return { cards: [], total: "" };
    const cards = [...element.querySelectorAll(".place")].flatMap((place, index) => {
      const mover = place.querySelector(".mover");
      if (!mover) return [];
      const isThere = Number(getComputedStyle(mover).opacity) > 0;
      return [{ index, isThere, isUp: isThere && isUp(mover.querySelector(".turner")) }];
    });
    return { cards, total: within().querySelector(`.total.${side}`)?.textContent.trim() ?? "" };
  };
  const squeeze = () => {
    const cards = [...document.querySelectorAll("[data-squeeze] .own .card[data-state]")];
    return cards.length === 0 ? null : {
      closed: cards.filter((card) => card.dataset.state !== "open").length,
      sums: texts("[data-squeeze] .sum", document).join(" "),
    };
  };
  const frames = [];
  let last = "";
  window.recordedShow = frames;
  const look = () => {
    const frame = {
      player: hand("player"),
      banker: hand("banker"),
      squeeze: squeeze(),
      told: {
        meters: texts(".meter .value", document).join(" "),
        roads: [...within().querySelectorAll("svg[role=img], [role=img] svg")].map((road) => `${road.getAttribute("aria-label")} ${road.querySelectorAll("*").length}`).join(" "),
        statistics: texts("dl.wins, dl.rest").join(" "),
        winners: texts(".info ol, .winners").join(" "),
        special: texts("li.lit").join(" "),
        fields: within().querySelectorAll(".own.won, .own.lost, .own.push, .bet-field.lit, .bet-field.lost").length,
        light: within().querySelectorAll(".shade.player, .shade.banker, .sweep, .beam, .mover > .glow, .total.won").length,
        won: texts(".won[data-won]").join(" "),
        chips: document.querySelectorAll(".flying").length,
        tabs: texts(".tab .last", document).join(" "),
      },
      words: [document.title, ...texts(".plate .text, header .phase")].join(" / "),
      heard: texts(":is([role=status], [role=alert]):not(:has(p)), :is([role=status], [role=alert]) p", document).join(" / "),
    };
    const now = JSON.stringify(frame); // a frame like the one before it tells nothing more
    if (now !== last) frames.push({ at: Date.now(), ...frame });
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
