import { userEvent as library } from "@testing-library/user-event";

/** Nobody sees the pauses between two keys or clicks, and thousands of them take a while. */
const options = { delay: null } as const;

/** What a person does with a page. */
export const userEvent = {
  /** For what one person does in a row, with the keys they hold meanwhile. */
  setup: () => library.setup(options),
  click: (element: Element) => library.click(element, options),
  dblClick: (element: Element) => library.dblClick(element, options),
  type: (element: Element, text: string) => library.type(element, text, options),
  /** Like `type`, with all of the text at once: for texts whose single keys do not matter. */
  insert: async (element: Element, text: string) => {
    await library.click(element, options);
    await library.paste(text, options);
  },
  keyboard: (text: string) => library.keyboard(text, options),
  clear: (element: Element) => library.clear(element),
  paste: (text: string) => library.paste(text, options),
  tab: (direction: { shift?: boolean } = {}) => library.tab({ ...direction, ...options }),
  upload: (element: HTMLElement, files: File | File[]) => library.upload(element, files, options),
  selectOptions: (element: Element, values: string | string[] | HTMLElement) =>
    library.selectOptions(element, values, options),
};
