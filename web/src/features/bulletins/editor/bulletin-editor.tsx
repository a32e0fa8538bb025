export interface BulletinEditorProps {
  label: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  error?: string | null;
}

/** Writes exactly what a bulletin may be made of. */
export function BulletinEditor({ label, value, onChange }: BulletinEditorProps) {
  return <textarea aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}
