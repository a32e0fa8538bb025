import { weekdays } from "../../lib/format.ts";
import { Select } from "../../ui/core/select.tsx";

export function WeekStartField({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  return (
    <Select
      label="The week starts on"
      name="week_start"
      value={value}
      onChange={onChoose}
      options={weekdays.map((day, index) => ({ value: String(index + 1), label: day }))}
    />
  );
}
