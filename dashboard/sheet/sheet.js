// A table of words. Everything goes in as text, never as markup.
const shown = new WeakMap();

const make = (tag, attributes, ...children) => {
  const node = document.createElement(tag);
  for (const key in attributes) if (attributes[key] !== null) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
};

const headOf = (head) => {
  const cell = make("th", { scope: "col", class: head.is_number ? "number" : null, "aria-sort": head.sorted || null });
  if (!head.field) {
    cell.append(head.text);
    return cell;
  }
  const arrow = { ascending: " ▲", descending: " ▼" }[head.sorted] || "";
  cell.append(make("button", { type: "button", "data-field": head.field, title: `sort by ${head.text}` }, head.text + arrow));
  return cell;
};

const rowOf = (data, row, number) => {
  const address = data.addresses[number];
  const line = make("tr", { class: address ? "opens" : null });
  row.forEach((words, column) => {
    const cell = make("td", { class: data.heads[column].is_number ? "number" : null });
    cell.append(address && column === data.linked ? make("a", { href: address }, words) : words);
    const bar = data.shares.find(([wanted]) => wanted === column);
    if (bar) {
      cell.classList.add("bar");
      cell.style.setProperty("--share", bar[1][number]);
    }
    line.append(cell);
  });
  return line;
};

const build = (place, data) => {
  const held = place.getRootNode().activeElement;
  const [address, field] = held ? [held.getAttribute("href"), held.dataset.field] : [null, null];
  place.replaceChildren(make("div", { class: "scroll", role: "region", "aria-label": data.label, tabindex: data.addresses.length ? null : "0" },
    make("table", {}, make("thead", {}, make("tr", {}, ...data.heads.map(headOf))),
      make("tbody", {}, ...data.rows.map((row, number) => rowOf(data, row, number))))));
  // Rows are renewed under whoever is at one of them.
  const again = [...place.querySelectorAll("a, button")].find((one) =>
    (address && one.getAttribute("href") === address) || (field && one.dataset.field === field));
  if (again) again.focus({ preventScroll: true });
};

export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".sheet");
  const text = JSON.stringify(data);
  if (shown.get(place) !== text) build(place, data);
  shown.set(place, text);
  place.onclick = (event) => {
    const head = event.target.closest("[data-field]");
    if (head) setTriggerValue("field", head.dataset.field);
    const link = event.target.closest("tr.opens") && event.target.closest("tr.opens").querySelector("a");
    // With a key held the browser opens its link in a tab or window of its own.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || String(getSelection())) return;
    event.preventDefault();
    setTriggerValue("address", link.getAttribute("href"));
  };
}
