import { SelectField } from "../../ui/select-field.tsx";
import { weekdays } from "../../lib/format.ts";

export function WeekStartField({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  return (
    <SelectField
      label="The week starts on"
      name="week_start"
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {weekdays.map((day, index) => (
        <option key={day} value={index + 1}>
          {day}
        </option>
      ))}
    </SelectField>
  );
}
