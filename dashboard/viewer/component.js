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

const addressOf = (step) => {
  const address = new URL(location.href);
  address.searchParams.set("step", step);
  return address.href;
};

export default function ({ data, parentElement }) {
  const frame = parentElement.querySelector(".frame");
  const place = places.get(frame) || { name: null, steps: -1, viewer: null, timer: null };
  places.set(frame, place);
  frame.dataset.theme = themeOf(frame);
  clearInterval(place.timer);
  place.timer = setInterval(() => { frame.dataset.theme = themeOf(frame); }, 1000);
  if (place.name !== data.name || place.steps !== data.steps) {
    const payload = Object.assign(JSON.parse(data.payload), { verified: data.verified });
    const last = payload.steps.length;
    const old = place.name === data.name ? place.viewer : null;
    const followed = data.follow && (!old || old.step === old.payload.steps.length);
    if (old) old.stop();
    let shown = null;
    place.viewer = pentarch.open(frame, payload, {
      step: followed ? last : old ? old.step : data.step,
      eye: old ? old.eye : "all",
      link: addressOf,
      // Browsers refuse to have the address changed at every step of a fast replay.
      onstep: (step) => {
        if (data.follow) return;
        clearTimeout(shown);
        shown = setTimeout(() => {
          if (frame.isConnected) history.replaceState(history.state, "", addressOf(step));
        }, 250);
      },
    });
    place.name = data.name;
    place.steps = data.steps;
  }
  return () => {
    clearInterval(place.timer);
    if (place.viewer) place.viewer.stop();
  };
}
