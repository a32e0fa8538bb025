/** The palette names components may use, each with the page-wide variable that gives it its colour. */
export const paletteSources = {
  brand: "primary",
  secondary: "secondary",
  tertiary: "tertiary",
  success: "success",
  warning: "warning",
  error: "error",
  info: "info",
} as const;

/** How much of the colour is left at each shade: the first ones fade into the card, the last ones darken. */
const shades = [
  "8% white",
  "14% white",
  "24% white",
  "36% white",
  "52% white",
  "72% white",
  "",
  "88% black",
  "76% black",
  "64% black",
];
const grays = ["6%", "10%", "", "", "60%", "70%", "", "", "", ""];

const fixed = `
--mantine-scale:1;--mantine-cursor-type:pointer;--mantine-color-scheme:light;
--mantine-webkit-font-smoothing:antialiased;--mantine-moz-font-smoothing:grayscale;
--mantine-z-index-app:100;--mantine-z-index-modal:200;--mantine-z-index-popover:300;--mantine-z-index-overlay:400;
--mantine-z-index-max:9999;
--mantine-color-white:#fff;--mantine-color-black:var(--text-primary);
--mantine-color-text:var(--text-primary);--mantine-color-body:var(--surface-white);
--mantine-color-bright:var(--text-primary);--mantine-color-dimmed:var(--text-secondary);
--mantine-color-placeholder:var(--text-secondary);--mantine-color-anchor:var(--primary);
--mantine-color-error:var(--error);--mantine-color-success:var(--success);
--mantine-color-default:var(--surface-white);--mantine-color-default-hover:var(--surface-light);
--mantine-color-default-color:var(--text-primary);--mantine-color-default-border:var(--mantine-color-gray-4);
--mantine-color-disabled:var(--surface-grey);--mantine-color-disabled-color:var(--text-secondary);
--mantine-color-disabled-border:var(--surface-grey);--mantine-primary-color-contrast:#fff;
--mantine-font-family:var(--font-sans);--mantine-font-family-headings:var(--font-serif);
--mantine-font-family-monospace:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
--mantine-heading-font-weight:600;--mantine-heading-text-wrap:balance;
--mantine-font-weight-regular:400;--mantine-font-weight-medium:600;--mantine-font-weight-bold:700;
--mantine-line-height:1.55;
`;

const sizes = {
  breakpoint: ["36em", "48em", "62em", "75em", "88em"],
  spacing: ["0.625rem", "0.75rem", "1rem", "1.25rem", "2rem"],
  "font-size": ["0.75rem", "0.875rem", "1rem", "1.125rem", "1.25rem"],
  "line-height": ["1.4", "1.45", "1.55", "1.6", "1.65"],
  radius: ["0.25rem", "0.375rem", "0.5rem", "0.625rem", "1rem"],
  shadow: ["var(--card-shadow)", "var(--card-shadow)", "var(--shadow-2)", "var(--shadow-2)", "var(--shadow-2)"],
};
const sizeNames = ["xs", "sm", "md", "lg", "xl"];
const headings = ["2rem", "1.625rem", "1.375rem", "1.125rem", "1rem", "0.875rem"];

/** Everything the component library reads as a variable, expressed in the page-wide ones: a theme switch reaches it all. */
export function mantineVariables(): string {
  const palettes = Object.entries(paletteSources).map(([name, source]) => palette(name, `var(--${source})`));
  const parts = [
    fixed.replaceAll("\n", ""),
    sizeVariables(),
    headingVariables(),
    grayVariables(),
    primaryVariables(),
    ...palettes,
  ];
  return `:root{${parts.join("")}}`;
}

function palette(name: string, base: string): string {
  const variable = `--mantine-color-${name}`;
  const steps = shades.map((shade, step) => `${variable}-${step}:${toShade(base, shade)};`);
  const uses = `${variable}-text:${base};${variable}-filled:${base};${variable}-filled-hover:var(${variable}-7);${variable}-light:var(${variable}-0);${variable}-light-hover:var(${variable}-1);${variable}-light-color:var(${variable}-7);${variable}-outline:${base};${variable}-outline-hover:var(${variable}-0);`;
  return steps.join("") + uses;
}

function toShade(base: string, shade: string): string {
  const [share, towards] = shade.split(" ");
  if (!towards) return base;
  return `color-mix(in srgb,${base} ${share},${towards === "white" ? "var(--surface-white)" : "#000"})`;
}

function grayVariables(): string {
  const named: Record<number, string> = {
    2: "surface-grey",
    3: "surface-grey",
    6: "text-secondary",
    7: "text-secondary",
    8: "text-primary",
    9: "text-primary",
  };
  const steps = grays.map((share, step) => {
    const value = share
      ? `color-mix(in srgb,var(--text-secondary) ${share},var(--surface-white))`
      : `var(--${named[step]})`;
    return `--mantine-color-gray-${step}:${value};`;
  });
  return (
    steps.join("") +
    "--mantine-color-gray-text:var(--text-secondary);--mantine-color-gray-filled:var(--text-secondary);--mantine-color-gray-filled-hover:var(--text-primary);--mantine-color-gray-light:var(--mantine-color-gray-1);--mantine-color-gray-light-hover:var(--surface-grey);--mantine-color-gray-light-color:var(--text-primary);--mantine-color-gray-outline:var(--text-secondary);--mantine-color-gray-outline-hover:var(--mantine-color-gray-0);"
  );
}

function primaryVariables(): string {
  const uses = ["filled", "filled-hover", "light", "light-hover", "light-color", ...shades.keys()];
  return uses.map((use) => `--mantine-primary-color-${use}:var(--mantine-color-brand-${use});`).join("");
}

function sizeVariables(): string {
  const all = Object.entries(sizes).flatMap(([kind, values]) =>
    values.map((value, step) => `--mantine-${kind}-${sizeNames[step]}:${value};`),
  );
  return all.join("") + "--mantine-radius-default:var(--mantine-radius-lg);";
}

function headingVariables(): string {
  return headings
    .map(
      (size, step) =>
        `--mantine-h${step + 1}-font-size:${size};--mantine-h${step + 1}-line-height:1.2;--mantine-h${step + 1}-font-weight:600;`,
    )
    .join("");
}
