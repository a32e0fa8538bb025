import { Radio } from "../../ui/core/checkbox.tsx";
import type { Profile } from "@clanhall/contract/account";
import { type Appearance, appearances, themeChangeEvent, type ThemeName } from "@clanhall/contract/theme-choice";
import { themes } from "@clanhall/contract/themes";
import { useState } from "react";
import { z } from "zod";
import { hasSingleKeys, switchSingleKeys } from "../../domain/single-keys.ts";
import { displayNameProblem, toDisplayName } from "../../lib/auth-rules.ts";
import { deviceTimeZone } from "../../lib/format.ts";
import { Card } from "../../ui/card.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Switch } from "../../ui/fields.tsx";
import { FieldGroup, Form, TextField } from "../../ui/core/field.tsx";
import { SavedNote } from "../../ui/core/notice.tsx";
import { FormErrors, FormFooter, UnsavedGuard } from "../../ui/forms/form-dialog.tsx";
import { activeTheme, appearanceNames, chooseAppearance, chosenAppearance } from "../../ui/core/theme.ts";
import { timeZoneChoices } from "../../ui/forms/time-zones.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import styles from "./account.module.css";
import { Grid, Row } from "../../ui/core/layout.tsx";
import { saveProfile, useKeepProfile } from "./api.ts";

interface ProfileFields {
  display_name: string;
  /** Empty where none is chosen yet. */
  time_zone: string;
}

// The contract's own schema would bring its library into what every page loads.
const schema = z.object({
  display_name: z.string().superRefine((name, context) => {
    const message = displayNameProblem(name);
    if (message) context.addIssue(message);
  }),
});
const labels = { display_name: "Display name", time_zone: "Time zone" };
const toFields = ({ display_name, time_zone }: Profile): ProfileFields => ({
  display_name,
  time_zone: time_zone ?? "",
});

export function ProfileCard({ profile }: { profile: Profile }) {
  const form = useVersionedForm({
    row: profile,
    toFields,
    initial: () => toFields(profile),
    toBody: ({ display_name, time_zone }: ProfileFields) => ({
      display_name: toDisplayName(display_name),
      time_zone: time_zone || null,
    }),
    schema,
    labels,
    save: saveProfile,
    onSaved: useKeepProfile(),
  });
  return (
    <Card
      isSplit
      title="About you"
      line="Officers see this name when you ask to join a clan. Clans you create start with your time zone."
    >
      <Form className={styles.form} {...form.formProps}>
        <FormErrors form={form} />
        <TextField label="Display name" autoComplete="name" {...form.text("display_name")} />
        <ZoneField form={form} />
        <FormFooter form={form} action="Save profile">
          <SavedNote text={form.isSaved && "Saved"} />
        </FormFooter>
      </Form>
      <UnsavedGuard form={form} />
    </Card>
  );
}

function ZoneField({ form }: { form: VersionedForm<ProfileFields> }) {
  const zone = form.select("time_zone");
  return (
    <div>
      <Combobox
        label="Time zone"
        hint={zone.value === "" ? "Not set yet. Type a city or a region." : "Type a city or a region to change it."}
        options={timeZoneChoices}
        valueText={zone.value.replaceAll("_", " ")}
        {...zone}
      />
      {zone.value !== deviceTimeZone() && (
        <Button variant="plain" onClick={() => zone.onChange(deviceTimeZone())}>
          Use this device’s: {deviceTimeZone().replaceAll("_", " ")}
        </Button>
      )}
    </div>
  );
}

const swatchColors = ["primary", "secondary", "tertiary", "surface-grey"] as const;

/** The page itself is the preview: a choice changes it at once, and this browser remembers it. */
export function ThemeCard() {
  const [theme, setTheme] = useState(activeTheme);
  const choose = (name: ThemeName) => {
    window.dispatchEvent(new CustomEvent(themeChangeEvent, { detail: name }));
    setTheme(activeTheme());
  };
  return (
    <Card title="Theme" line="Choosing one shows it at once. This browser remembers it.">
      <Grid as="fieldset" min={120} gap={3}>
        <legend className="visually-hidden">Theme</legend>
        {(Object.keys(themes) as ThemeName[]).map((name) => (
          <ThemeChoice key={name} name={name} isChosen={name === theme} onChoose={() => choose(name)} />
        ))}
      </Grid>
      <AppearanceChoice />
    </Card>
  );
}

function AppearanceChoice() {
  const [chosen, setChosen] = useState(chosenAppearance);
  const choose = (name: Appearance) => {
    chooseAppearance(name);
    setChosen(name);
  };
  return (
    <FieldGroup label="Appearance">
      <Row gap={5}>
        {appearances.map((name) => (
          <Radio
            key={name}
            label={appearanceNames[name]}
            name="appearance"
            checked={name === chosen}
            onChange={() => choose(name)}
          />
        ))}
      </Row>
    </FieldGroup>
  );
}

function ThemeChoice({ name, isChosen, onChoose }: { name: ThemeName; isChosen: boolean; onChoose: () => void }) {
  const { label, colors } = themes[name];
  return (
    <label className={styles.theme}>
      <input type="radio" name="theme" checked={isChosen} onChange={onChoose} />
      <Row
        as="span"
        gap={0}
        align="stretch"
        nowrap
        justify="end"
        className={styles.swatch}
        style={{ background: colors["surface-light"] }}
        aria-hidden
      >
        <Row
          as="span"
          gap={1}
          align="stretch"
          nowrap
          justify="center"
          className={styles.paper}
          style={{ background: colors["surface-white"] }}
        >
          {swatchColors.map((color) => (
            <span key={color} className={styles.dot} style={{ background: colors[color] }} />
          ))}
        </Row>
      </Row>
      <span className={styles.themeName}>{label}</span>
    </label>
  );
}

/** Keys that are pressed alone can be in the way of whoever speaks to the computer. */
export function KeysCard({ userId }: { userId: string }) {
  const [isOn, setOn] = useState(() => hasSingleKeys(userId));
  const choose = (next: boolean) => {
    switchSingleKeys(userId, next);
    setOn(next);
  };
  return (
    <Card title="Keys" line="This browser remembers it.">
      <Switch
        label="Single keys"
        hint="G then T opens today, / the search of a screen, ? the list of all keys. Ctrl K, or ⌘ K, works either way."
        checked={isOn}
        onChange={choose}
      />
    </Card>
  );
}
