const drawing = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string>;

/** An element with its attributes and content; markup as text would have to be trusted. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: Tag,
  attributes: Attributes,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = page.createElement(tag);
  setAll(element, attributes);
  element.append(...content);
  return element;
}

/** A drawing of one path that says nothing to screen readers. */
export function makeIcon(page: Document, size: number, path: string, attributes: Attributes): SVGElement {
  const icon = page.createElementNS(drawing, "svg");
  const shape = page.createElementNS(drawing, "path");
  setAll(icon, { width: `${size}`, height: `${size}`, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" });
  setAll(shape, { d: path, ...attributes });
  icon.append(shape);
  return icon;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
