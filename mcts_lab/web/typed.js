// A game and a level in VGDL, typed or pasted into a page that plays one: the same parser, and the same compiled rules.
//
// labTyped(root, game, shown, options, begin): `begin` is called with an empty place for the new game.

function labTyped(root, game, shown, options, begin) {
  const make = (tag, more, ...inside) => { const made = Object.assign(document.createElement(tag), more); made.append(...inside); return made; };
  const area = (label, text, rows) => { const made = make("textarea", {value: text, rows, spellcheck: false, style: "width: 100%; font: 13px monospace; box-sizing: border-box;"});
    made.setAttribute("aria-label", label); return made; };
  const description = area("description", `BasicGame
    SpriteSet
        coin > Resource limit=20 color=YELLOW
        ghost > RandomNPC color=RED
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        ghost wall > stepBack
        coin avatar > collectResource scoreChange=1
        coin avatar > killSprite
        avatar ghost > killSprite
    LevelMapping
        c > coin
        g > ghost
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
        SpriteCounter stype=coin limit=0 win=True
`, 18), level = area("level", "wwwwwwwww\nwA  c  gw\nw  w w  w\nw c   c w\nwwwwwwwww\n", 6);
  const said = make("p", {}), layout = shown.game.tables[0].$layout;
  said.setAttribute("role", "status");

  function play() {
    const view = new DataView(new ArrayBuffer(layout.size)), tables = labRecord(view, 0, layout);
    try {
      const notes = shown.build(tables, description.value, level.value, false, "typed");
      labWrite(view, 0, {record: layout, shape: []}, tables);
      game.replace("tables", new Uint8Array(view.buffer));
      shown.game.tables[0] = labRecord(view, 0, layout);
      game.manifest.title = "Typed";
      options.begin = null;
      said.textContent = notes.length ? notes.slice(0, 3).join("; ") + (notes.length > 3 ? "; and " + (notes.length - 3) + " notes more" : "") : "";
      const fresh = root.cloneNode(false);
      root.replaceWith(fresh);
      root = fresh;
      begin(root);
    } catch (error) { said.textContent = "⚠ " + error.message; }
  }
  const button = make("button", {type: "button", textContent: "play this", onclick: play});
  const whole = make("details", {className: "lab"}, make("summary", {textContent: "another game in VGDL"}), description, level,
    make("div", {className: "lab-bar"}, button), said);
  root.after(whole);
}
