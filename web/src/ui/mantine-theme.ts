import type { MantineColorsTuple, MantineThemeOverride } from "@mantine/core";
import { paletteSources } from "./mantine-variables.css.ts";

const colors = Object.fromEntries(
  Object.keys(paletteSources).map((name) => [
    name,
    Array.from({ length: 10 }, (_, shade) => `var(--mantine-color-${name}-${shade})`) as unknown as MantineColorsTuple,
  ]),
);

/** The product's default styling. Plain objects: importing a component here would put it into the first script. */
export const mantineTheme: MantineThemeOverride = {
  primaryColor: "brand",
  colors,
  defaultRadius: "lg",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { radius: "lg", size: "sm" } },
    Card: { defaultProps: { radius: "xl", shadow: "xs", padding: "lg" } },
    Paper: { defaultProps: { radius: "xl", shadow: "xs" } },
    Alert: { defaultProps: { variant: "light", radius: "lg" } },
    Badge: { defaultProps: { variant: "outline", size: "sm" } },
    Chip: { defaultProps: { variant: "outline", size: "sm" } },
    Pill: { defaultProps: { size: "sm" } },
    Input: { defaultProps: { variant: "default", radius: "lg" } },
    TextInput: { defaultProps: { variant: "default" } },
    // The button that shows the password is a tab stop here: it is no ornament for keyboard users.
    PasswordInput: { defaultProps: { variant: "default", visibilityToggleButtonProps: { tabIndex: 0 } } },
    Select: { defaultProps: { variant: "default" } },
    MultiSelect: { defaultProps: { variant: "default" } },
    Textarea: { defaultProps: { variant: "default", rows: 3 } },
    PinInput: { defaultProps: { length: 6, oneTimeCode: true } },
    Table: { defaultProps: { verticalSpacing: "xs", highlightOnHover: true } },
    Modal: { defaultProps: { radius: "xl", centered: true } },
    Notification: { defaultProps: { radius: "lg" } },
  },
};
