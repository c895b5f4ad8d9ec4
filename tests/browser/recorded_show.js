// Looks at the page in every frame: which cards can be seen, and what is told. The frames are kept on the window.
(root) => {
  const within = () => (root ? document.querySelector(root) : document) ?? document;
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
    return { cards, total: element.querySelector(".total").textContent.trim() };
  };
  const squeeze = () => {
    const cards = [...document.querySelectorAll("[data-squeeze] .card[data-state]")];
    return cards.length === 0 ? null : {
      closed: cards.filter((card) => card.dataset.state !== "open").length,
      sums: texts("[data-squeeze] .sum", document).join(" "),
    };
  };
  const frames = [];
  window.recordedShow = frames;
  const look = () => {
    frames.push({
      at: Date.now(),
      player: hand("player"),
      banker: hand("banker"),
      squeeze: squeeze(),
      told: {
        meters: texts(".meter .value", document).join(" "),
        roads: [...within().querySelectorAll("svg[role=img], [role=img] svg")].map((road) => `${road.getAttribute("aria-label")} ${road.querySelectorAll("*").length}`).join(" "),
        statistics: texts("dl.wins, dl.rest").join(" "),
        winners: texts("section").filter((each) => each.startsWith("Winners")).join(" "),
        special: texts("li.lit").join(" "),
        fields: within().querySelectorAll(".stake.won, .stake.lost, .stake.push").length,
        tabs: texts(".tab .last", document).join(" "),
      },
      words: texts(".line .text, .band .call, .band .own, .band .natural, header .phase").join(" / "),
      heard: texts("[role=status], [role=alert]", document).join(" / "),
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
