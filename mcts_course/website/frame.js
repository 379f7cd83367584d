// The frame of all pages of the site: dark mode, the entry of this page, and what a reader of screens misses in others' pages.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)"), theme = () => document.body.dataset.theme;
  const isDark = () => theme() === "dark" || (theme() !== "light" && dark.matches);
  const button = document.querySelector(".site-theme"), show = () => button.setAttribute("aria-pressed", isDark());
  button.addEventListener("click", () => {
    document.body.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", theme()); } catch { /* a page in a frame may keep nothing */ }
    show();
  });
  dark.addEventListener("change", show);
  show();
  const front = new URL(document.querySelector(".site-name").href), here = location.pathname;
  const folder = front.pathname.replace(/index\.html$/, ""), parts = here.startsWith(folder) ? here.slice(folder.length).split("/") : [];
  const entry = {play: "Play", watch: "Play", lessons: "Lessons", figures: "Papers", "papers.html": "Papers", "index.html": "", "": ""}[parts[0]] ?? "Reference";
  for (const link of document.querySelectorAll(".site-head nav a")) if (link.textContent === entry) link.setAttribute("aria-current", "true");
  addEventListener("DOMContentLoaded", () => {
    for (const [places, name, value] of [[".mobile-header", "role", "presentation"], [".sidebar-drawer", "aria-label", "Pages"],
      [".toc-drawer", "aria-label", "On this page"], ["p.caption[role=heading]", "aria-level", "2"]])
      for (const place of document.querySelectorAll(places)) place.setAttribute(name, value);
    for (const place of document.querySelectorAll("pre, .table-wrapper, .math-wrapper, .output, .scroll, .output_area"))
      if (place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight) place.tabIndex = 0;
  });
})();
