/** Drawn on 24 × 24 with a line of even width. The first are what activities can be marked with. */
const drawings = {
  sword: "M20 4l-9.5 9.5M20 4h-4l-8 8 4 4 8-8zM6 11l7 7M9 15l-5 5",
  shield: "M12 3l8 3v5c0 5-3.4 8.4-8 10-4.6-1.6-8-5-8-10V6zM12 7v9",
  bow: "M6 3c8 1 14 7 15 15M6 3l15 15M3 21L16 8M3 21l1-4M3 21l4-1",
  castle: "M5 21V7M19 21V7M5 10h14M3 21h18M4 3v4h4V4h2v3h4V4h2v3h4V3M10 21v-5a2 2 0 014 0v5",
  flag: "M5 21V4M5 4c5-3 9 3 14 0v10c-5 3-9-3-14 0",
  crown: "M4 18L3 7l5 4 4-7 4 7 5-4-1 11zM4 21h16",
  trophy: "M7 4h10v6a5 5 0 01-10 0zM7 6H3c0 4 1.5 5 4 5M17 6h4c0 4-1.5 5-4 5M12 15v5M8 20h8",
  star: "M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z",
  gift: "M4 12h16v9H4zM3 8h18v4H3zM12 8v13M12 8C8 8 7 3 9.5 3S12 8 12 8s0-5 2.5-5S16 8 12 8",
  coin: "M12 3a9 9 0 100 18 9 9 0 000-18zM14.5 9c-1-1.5-5-1.5-5 .5 0 3 5 1.5 5 4.5 0 2.5-4.5 2-5.5.5M12 6.5v11",
  gem: "M7 4h10l4 6-9 10L3 10zM3 10h18M9 10l3 10 3-10-3-6z",
  heart: "M12 20S3 14.5 3 8.5a4.5 4.5 0 019-1 4.5 4.5 0 019 1c0 6-9 11.5-9 11.5z",
  flame:
    "M12 21c-4 0-6.5-2.5-6.5-6 0-4 3.5-6 4.5-12 4 2 4 5 4 7 1-.5 1.5-1.5 1.5-3 2 2 3 4.5 3 7.5 0 4-2.5 6.5-6.5 6.5zM12 21c-3-2-2.5-5 0-7 2.5 2 3 5 0 7",
  bolt: "M13 2L5 14h6l-1 8 9-13h-6z",
  clock: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2",
  calendar: "M4 6h16v14H4zM4 11h16M8 3v4M16 3v4",
  check: "M12 3a9 9 0 100 18 9 9 0 000-18zM8 12l3 3 5-6",
  chat: "M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12h5",
  people:
    "M9 4a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM2.5 20c0-4 2.5-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 010 6M18 14.5c2.5.8 3.5 2.5 3.5 5.5",
  map: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  hammer: "M13 11l-8.5 8.5M11 7l6 6M10 8l4-4 3 1 2 2 1 3-4 4z",
  book: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  potion: "M10 3h4M10.5 3v6L5 18c-.7 1.5 0 3 1.7 3h10.6c1.7 0 2.4-1.5 1.7-3l-5.5-9V3M7.5 15h9",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  "chevron-down": "m6 9 6 6 6-6",
  "chevron-left": "m15 6-6 6 6 6",
  "chevron-right": "m9 6 6 6-6 6",
  "chevron-up": "m6 15 6-6 6 6",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  dots: "M12 4.3a.7.7 0 100 1.4.7.7 0 000-1.4zM12 11.3a.7.7 0 100 1.4.7.7 0 000-1.4zM12 18.3a.7.7 0 100 1.4.7.7 0 000-1.4z",
  drag: "M8.5 5.2a.5.5 0 110-.4zM15.5 5.2a.5.5 0 110-.4zM8.5 12.2a.5.5 0 110-.4zM15.5 12.2a.5.5 0 110-.4zM8.5 19.2a.5.5 0 110-.4zM15.5 19.2a.5.5 0 110-.4z",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.1a2.9 2.9 0 100 5.8 2.9 2.9 0 000-5.8z",
  "eye-off":
    "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.1a2.9 2.9 0 100 5.8 2.9 2.9 0 000-5.8zM4.5 19.5l15-15",
  filter: "M4 7h16M7 12h10M10 17h4",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  minus: "M5 12h14",
  plus: "M12 5v14M5 12h14",
  search: "M11 4.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.8 15.8L20 20",
  tick: "m5 12.5 4.7 4.7L19 8",
};

export type IconName = keyof typeof drawings;

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(drawings, name);
}

/** Beside the text that says the same, or in a button with a label, so it says nothing to screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 16 ? 2.25 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={drawings[name]} />
    </svg>
  );
}
