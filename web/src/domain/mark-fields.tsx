import { activityColors } from "@clanhall/contract/activities";
import { activityIcons } from "@clanhall/contract/fields/activity-fields";
import type { Conflict } from "../ui/core/field.tsx";
import { Choices, Swatch, SymbolChoice } from "../ui/forms/choices.tsx";
import { iconColors } from "../ui/icon-badge.tsx";

type Icon = (typeof activityIcons)[number];
type Color = (typeof activityColors)[number];

interface IconFieldProps {
  value: Icon;
  /** The colour the icons are shown in. */
  tint: Color;
  error: string | undefined;
  conflict?: Conflict | undefined;
  onChange: (icon: Icon) => void;
}

/** The symbol that an activity is recognised by. */
export function IconField({ tint, ...field }: IconFieldProps) {
  return (
    <Choices
      label="Icon"
      values={activityIcons}
      nameOf={(icon) => icon || "No icon"}
      colorOf={() => iconColors[tint]}
      renderPicture={(icon) => <SymbolChoice name={icon} />}
      {...field}
    />
  );
}

interface ColorFieldProps {
  value: Color;
  error: string | undefined;
  conflict?: Conflict | undefined;
  onChange: (color: Color) => void;
}

export function ColorField(field: ColorFieldProps) {
  return (
    <Choices
      label="Colour"
      values={activityColors}
      nameOf={(color) => color || "No colour"}
      colorOf={(color) => iconColors[color]}
      renderPicture={(color) => (color === "" ? <SymbolChoice name="" /> : <Swatch />)}
      {...field}
    />
  );
}
