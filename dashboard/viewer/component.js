// The viewer inside a Streamlit page: one per place, kept while the page around it runs again.
const places = new WeakMap();

// The theme is the page's, not the system's: a background darker than its text is a dark one.
const themeOf = (element) => {
  const style = getComputedStyle(element);
  const [paper, ink] = ["--st-background-color", "--st-text-color"].map((name) => {
    const probe = document.createElement("span");
    probe.style.color = style.getPropertyValue(name);
    element.append(probe);
    const [red, green, blue] = (getComputedStyle(probe).color.match(/[\d.]+/g) || [0, 0, 0]).map(Number);
    probe.remove();
    return 0.3 * red + 0.59 * green + 0.11 * blue;
  });
  return paper < ink ? "dark" : "light";
};

const addressOf = (step, eye) => {
  const address = new URL(location.href);
  address.searchParams.set("step", step);
  if (eye === "all") address.searchParams.delete("eye");
  else address.searchParams.set("eye", eye);
  return address.href;
};

// The address follows the steps. Browsers refuse to have it changed at every step of a fast replay.
const whenStill = (frame) => {
  let shown = null;
  return (step, eye) => {
    clearTimeout(shown);
    shown = setTimeout(() => {
      if (frame.isConnected) history.replaceState(history.state, "", addressOf(step, eye));
    }, 250);
  };
};

// The site around a frame learns how high it has to be. Only sites that the policy names can be there.
const tellHeight = (frame) => {
  if (window.parent === window) return null;
  const watch = new ResizeObserver(() =>
    window.parent.postMessage({ pentarch: "height", height: Math.ceil(frame.getBoundingClientRect().height) + 24 }, "*"));
  watch.observe(frame);
  return watch;
};

export default function ({ data, parentElement, setTriggerValue, setStateValue }) {
  const frame = parentElement.querySelector(".frame");
  const place = places.get(frame) || { name: null, steps: -1, turn: -1, viewer: null, timer: null };
  places.set(frame, place);
  frame.dataset.theme = themeOf(frame);
  if (data.embedded && !place.watch) place.watch = tellHeight(frame);
  clearInterval(place.timer);
  place.timer = setInterval(() => { frame.dataset.theme = themeOf(frame); }, 1000);
  const isOther = place.name !== data.name;
  const leave = () => {
    clearInterval(place.timer);
    if (place.viewer) place.viewer.stop();
  };
  if (data.other) {
    if (!isOther) return leave;
    if (place.viewer) place.viewer.close();
    place.viewer = pentarch.pair(frame, [JSON.parse(data.payload), JSON.parse(data.other)], {
      names: data.names, step: data.step, link: addressOf, onstep: whenStill(frame),
    });
    place.name = data.name;
    return leave;
  }
  if (isOther || place.steps !== data.steps || place.turn !== data.turn) {
    const payload = Object.assign(JSON.parse(data.payload), { verified: data.verified });
    const last = payload.steps.length;
    const old = isOther ? null : place.viewer;
    const skipped = payload.skipped || 0;
    // Where the old viewer stood, in a payload that may have lost its first steps.
    const stood = old ? Math.max(0, old.step + (old.payload.skipped || 0) - skipped) : data.step;
    const isFollowing = data.follow && (!old || old.walking || old.step === old.payload.steps.length);
    if (place.viewer) place.viewer.close();
    place.viewer = pentarch.open(frame, payload, {
      step: isFollowing && !old ? last : stood,
      eye: old ? old.eye : data.eye || "all",
      kept: old,
      small: data.small,
      onward: data.playable ? (step) => setTriggerValue("onward", step) : null,
      link: addressOf,
      ask: (eye) => setStateValue("eye", eye),
      choices: data.legal ? pentarch.choices(data.turn, data.legal, data.phrases, data.mine, (command) =>
        setTriggerValue("command", { turn: data.turn, command })) : null,
      rules: data.rules.length ? pentarch.rules(data.rules, Boolean(old && old.options.rules && old.options.rules.isOpen)) : null,
      pages: data.pages,
      notebook: data.notebook ? pentarch.notebook(data.notebook.match, old && old.options.notebook ? old.options.notebook.pages : data.notebook.pages,
        (pages) => setTriggerValue("draft", pages)) : null,
      onstep: data.follow ? null : whenStill(frame),
    });
    if (isFollowing) place.viewer.walkOn();
    if (data.legal) place.viewer.options.choices.renew();
    place.name = data.name;
    place.steps = data.steps;
    place.turn = data.turn;
  }
  place.viewer.tellTurned(data.turned);
  if (data.views) place.viewer.learn(data.eye, () => JSON.parse(data.views));
  return leave;
}
