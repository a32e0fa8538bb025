import { themeChangeEvent, type ThemeName, themes } from "@clanhall/contract/themes";
import { useState } from "react";
import { activeTheme } from "../../ui/theme.ts";
import styles from "./theme-card.module.css";
import { Card } from "../../ui/card.tsx";

const shown = ["primary", "secondary", "tertiary", "surface-grey"] as const;

/** The page itself is the preview: a choice dresses it at once, and this browser remembers it. */
export function ThemeCard() {
  const [theme, setTheme] = useState(activeTheme);
  const choose = (name: ThemeName) => {
    window.dispatchEvent(new CustomEvent(themeChangeEvent, { detail: name }));
    setTheme(activeTheme());
  };
  return (
    <Card title="Theme" line="Choosing one shows it at once. This browser remembers it.">
      <fieldset className={styles.group}>
        <legend className="unseen">Theme</legend>
        {(Object.keys(themes) as ThemeName[]).map((name) => (
          <ThemeChoice key={name} name={name} isChosen={name === theme} onChoose={() => choose(name)} />
        ))}
      </fieldset>
    </Card>
  );
}

function ThemeChoice({ name, isChosen, onChoose }: { name: ThemeName; isChosen: boolean; onChoose: () => void }) {
  const { label, colors } = themes[name];
  return (
    <label className={styles.choice}>
      <input type="radio" name="theme" checked={isChosen} onChange={onChoose} />
      <span className={styles.swatch} style={{ background: colors["surface-light"] }} aria-hidden>
        <span className={styles.paper} style={{ background: colors["surface-white"] }}>
          {shown.map((color) => (
            <span key={color} className={styles.dot} style={{ background: colors[color] }} />
          ))}
        </span>
      </span>
      <span className={styles.label}>{label}</span>
    </label>
  );
}
