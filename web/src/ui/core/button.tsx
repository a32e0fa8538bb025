import { createLink } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";
import styles from "./button.module.css";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonStyle {
  variant?: "primary" | "secondary" | "danger" | "plain" | undefined;
  size?: "md" | "sm" | undefined;
  icon?: IconName | undefined;
}

export interface ButtonProps extends ComponentProps<"button">, ButtonStyle {
  /** Something is on the way: the button keeps the focus and its width, and ignores clicks. */
  busy?: boolean | undefined;
}

export function Button({ variant, size, icon, busy, className, children, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...buttonStyle({ variant, size }, className)}
      {...button}
      aria-busy={busy}
      onClick={busy ? ignore : button.onClick}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

/** A link to another address that looks like a button. */
export function ButtonAnchor({ variant, size, icon, className, children, ...link }: ComponentProps<"a"> & ButtonStyle) {
  return (
    <a {...buttonStyle({ variant, size }, className)} {...link}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </a>
  );
}

/** The same to a page of the app. */
export const ButtonLink = createLink(ButtonAnchor);

/** A line of a list or menu; what it is made of is up to it. */
export const itemStyle = styles.item;

/** A button that is nothing but its icon, where many of them are drawn at once. */
export const iconStyle = styles.icon;

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  icon: IconName;
  /** What it does, said to screen readers and shown on hover. */
  label: string;
  size?: "md" | "sm" | undefined;
}

export function IconButton({ icon, label, size = "md", className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      className={join(styles.icon, className)}
      data-size={size}
      title={label}
      {...button}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  );
}

function buttonStyle({ variant = "secondary", size = "md" }: Pick<ButtonStyle, "variant" | "size">, own?: string) {
  return { className: join(styles.button, own), "data-variant": variant, "data-size": size };
}

export function join(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** Also keeps a form from being sent. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
