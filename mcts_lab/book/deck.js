// Shows one slide at a time, as large as fits on the screen; widgets are built when their slide is shown first.
(() => {
  const WIDTH = 1280, HEIGHT = 720, NARROW = 700, LEAST = 0.3, LARGE = 1.3;
  const slides = [...document.querySelectorAll("body > section")];
  const count = document.getElementById("count");
  let now = -1;
  const build = (slide) => {
    for (const place of slide.querySelectorAll(".widget:empty")) labLocal(place, FRAMES[place.id]);
  };
  const fit = () => {
    const deck = innerWidth >= NARROW, slide = slides[now], content = slide.firstElementChild;
    document.body.classList.toggle("deck", deck);
    if (!deck) { slides.forEach((one) => { build(one); one.firstElementChild.style = ""; }); return; }
    const most = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT), style = getComputedStyle(slide);
    const wide = slide.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const high = slide.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    let zoom = most * (slide.querySelector(".widget") ? LARGE : 1);
    const fits = () => {
      content.style.zoom = zoom;
      content.style.width = `${wide / zoom}px`;
      return content.getBoundingClientRect().height <= high && content.scrollWidth <= content.clientWidth + 1;
    };
    while (!fits() && zoom > LEAST * most) zoom -= most / 50;
    slide.dataset.zoom = (zoom / most).toFixed(2);
  };
  const go = (to) => {
    now = Math.max(0, Math.min(slides.length - 1, to));
    slides.forEach((slide, i) => slide.classList.toggle("now", i === now));
    build(slides[now]);
    fit();
    count.textContent = `${now + 1} / ${slides.length}`;
    history.replaceState(null, "", `#${now + 1}`);
  };
  const section = (step) => {  // the next slide, or the one before, with a large heading
    let to = now + step;
    while (to > 0 && to < slides.length - 1 && !slides[to].querySelector("h1, h2")) to += step;
    go(to);
  };
  const keys = {
    ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1), PageDown: () => go(now + 1), PageUp: () => go(now - 1),
    " ": () => go(now + 1), Backspace: () => go(now - 1), ArrowDown: () => section(1), ArrowUp: () => section(-1),
    Home: () => go(0), End: () => go(slides.length - 1),
  };
  document.addEventListener("keydown", (event) => {
    const used = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
    if (used || event.target.closest("input, select, textarea, summary, button, .lab")) return;
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("a, summary, .lab, .code, .shown") || String(getSelection())) return;
    go(now + (event.clientX < innerWidth / 4 ? -1 : 1));
  });
  document.addEventListener("toggle", fit, true);  // an answer opened or closed
  addEventListener("resize", fit);
  go((parseInt(location.hash.slice(1), 10) || 1) - 1);
})();
