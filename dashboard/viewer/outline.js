// A view in words: nested lists, for whoever cannot see the board or would rather read it.
"use strict";
(() => {
  const { html } = pentarch;
  const LEFT_OUT = ["options", "agenda"];
  const NAMES = ["seat", "name", "id", "hero", "city", "slot", "stack", "unit", "card", "square", "space", "at"];

  const spaced = (name) => String(name).replace(/_/g, " ");
  const isPlain = (value) => value === null || typeof value !== "object";
  const isEmpty = (value) => value === null || value === "" || (typeof value === "object" && !Object.keys(value).length);
  const wordOf = (value) => (value === true ? "yes" : value === false ? "no" : spaced(value));

  // Plain values side by side, the rest in lists of their own below.
  const item = (head, value) => {
    if (isPlain(value)) return html("li", {}, `${head}: ${wordOf(value)}`);
    if (Array.isArray(value) && value.every(isPlain)) return html("li", {}, `${head}: ${value.map((one) => (one === null ? "-" : wordOf(one))).join(", ")}`);
    if (Array.isArray(value)) return html("li", {}, head, html("ul", {}, ...value.filter((one) => !isEmpty(one)).map((one, i) => entry(one, i))));
    const entries = Object.entries(value).filter(([name, inner]) => !LEFT_OUT.includes(name) && !isEmpty(inner));
    const plain = entries.filter(([, inner]) => isPlain(inner)).map(([name, inner]) => `${spaced(name)} ${wordOf(inner)}`);
    const rest = entries.filter(([, inner]) => !isPlain(inner)).map(([name, inner]) => item(spaced(name), inner));
    return html("li", {}, plain.length ? `${head}: ${plain.join(", ")}` : head, ...(rest.length ? [html("ul", {}, ...rest)] : []));
  };

  // One of several: by its own name if it has one.
  const entry = (value, index) => {
    if (Array.isArray(value) || isPlain(value)) return item(index + 1, value);
    const key = NAMES.find((name) => typeof value[name] === "string");
    const { [key]: name, ...others } = value;
    return item(key ? spaced(name) : index + 1, others);
  };

  pentarch.outline = (view) => html("ul", {}, ...Object.entries(view)
    .filter(([name, value]) => !LEFT_OUT.includes(name) && !isEmpty(value)).map(([name, value]) => item(spaced(name), value)));
})();
