// Opens a page to play in: `root` is its place, `module`, `manifest` and `options` what Python made.
let playing = null;
try {
  const game = await labGame(await labUnpacked(module), manifest);
  await labPictures.ready();
  options.seed ??= crypto.getRandomValues(new Uint32Array(1))[0];
  const shown = {...labPictures, format: py.format, accent: options.accent};
  const begin = (place) => {
    if (playing) playing.leave();
    window.lab = playing = labPlay(place, game, shown, options);
  };
  begin(root);
  if (shown.build) labTyped(root, game, shown, options, begin);
} catch (error) { root.textContent = "This page cannot search here: " + error.message; }
