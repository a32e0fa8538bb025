import { pages, productName } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useSession } from "../../lib/session.ts";
import { homeOrigin } from "../../lib/shared/home-address.ts";
import { Logo } from "../../ui/core/logo.tsx";
import styles from "./auth-card.module.css";
import { Row, Stack } from "../../ui/core/layout.tsx";
import { TextField, type TextFieldProps } from "../../ui/core/field.tsx";

/** The calm frame around everything a visitor does to get in. When the step changes, the focus goes to its title. */
export function AuthCard({ title, line, children }: { title: string; line: ReactNode; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);
  useEffect(() => {
    if (shownTitle.current !== title) heading.current?.focus();
    shownTitle.current = title;
  }, [title]);
  return (
    <section className={styles.card}>
      <Logo size={40} strokeWidth={1.5} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.line}>{line}</p>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </section>
  );
}

/** In place of a form, at an address that is not this installation's: what is typed belongs where it lives. */
export function OtherAddressCard({ title, path, search }: { title: string; path: string; search: { next?: string } }) {
  const query = search.next === undefined ? "" : `?${new URLSearchParams({ next: search.next }).toString()}`;
  const link = <a href={homeOrigin() + path + query}>{homeOrigin()}</a>;
  return (
    <AuthCard
      title={title}
      line={
        <>
          This {productName} lives at {link}.
        </>
      }
    />
  );
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <span className="visually-hidden">Loading</span>
    </div>
  );
}

/** Another way in than the form above it. */
export function OtherWay({ children }: { children: ReactNode }) {
  return (
    <Stack gap={3} className={styles.other}>
      <Row as="p" nowrap dim size="sm">
        or
      </Row>
      {children}
    </Stack>
  );
}

/** Its place, one button high: what comes below must not move away from under a pointer. */
export function OtherWayLoading() {
  return (
    <OtherWay>
      <div className={styles.placeholder} />
    </OtherWay>
  );
}

export function CardFoot({ children }: { children: ReactNode }) {
  return <p className={styles.foot}>{children}</p>;
}

/** The way out of a card that leads no further. */
export function WayOut() {
  const isSignedIn = useSession() !== null;
  return (
    <CardFoot>
      {isSignedIn ? (
        <Link to={pages.dashboard.path}>Go to the dashboard</Link>
      ) : (
        <Link to={pages.login.path}>Log in</Link>
      )}
    </CardFoot>
  );
}

export function EmailField(props: Omit<TextFieldProps, "label">) {
  return (
    <TextField
      label="E-mail"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
    />
  );
}
