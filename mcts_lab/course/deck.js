// Slides without a network: shows one at a time where reveal.js could not be fetched.
(() => {
  const begin = () => {
    if (document.body.classList.contains("deck")) return;
    document.body.classList.add("deck");
    const slides = [...document.querySelectorAll(".slides > section > section")];
    const count = document.createElement("div");
    count.className = "deck-count";
    count.setAttribute("aria-live", "polite");
    document.body.append(count);
    let now = -1;
    const go = (to) => {
      to = Math.max(0, Math.min(slides.length - 1, to));
      if (to === now) return;
      now = to;
      slides.forEach((slide, i) => slide.classList.toggle("deck-now", i === now));
      slides[now].scrollTop = 0;
      count.textContent = `${now + 1} / ${slides.length}`;
      history.replaceState(null, "", `#${now + 1}`);
    };
    const section = (step) => {  // the first slide of another section
      let to = now + step;
      while (to > 0 && to < slides.length - 1 && slides[to].previousElementSibling) to += step;
      go(to);
    };
    const keys = {
      ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1), " ": () => go(now + 1), Backspace: () => go(now - 1),
      PageDown: () => section(1), PageUp: () => section(-1), Home: () => go(0), End: () => go(slides.length - 1),
    };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, summary")) return;
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });
    document.addEventListener("click", (event) => {
      if (event.target.closest("a, summary, button, input") || String(getSelection())) return;
      go(now + (event.clientX < innerWidth / 4 ? -1 : 1));
    });
    go((parseInt(location.hash.slice(1), 10) || 1) - 1);
  };
  const wait = () => {
    if (typeof require === "undefined") return begin();
    require(["REVEAL/dist/reveal.js"], () => {}, begin);  // as the page itself asks for it
  };
  if (document.readyState === "complete") wait(); else addEventListener("load", wait);
})();
