import { BulletinPicture, GridPicture, InvitePicture, LinkPicture } from "./landing-pictures.tsx";

export function FeatureList() {
  return (
    <section className="features">
      <h2>What it does every day</h2>
      <ul>
        <li>
          <GridPicture />
          <h3>A daily grid that works like your sheet</h3>
          <p>
            Paste a block from Excel or Sheets, move with the arrow keys, fill down, copy the previous day. Each cell
            saves itself and says so. The day ends when your game resets, in your clan’s time zone.
          </p>
        </li>
        <li>
          <LinkPicture />
          <h3>Scoreboards anyone can open</h3>
          <p>
            Rank by points, one activity, consistency, streak or improvement. The link opens on any phone, can expire or
            ask for a passcode, and dies the moment you switch it off.
          </p>
        </li>
        <li>
          <InvitePicture />
          <h3>Members, and the people behind them</h3>
          <p>
            Keep the roster with roles, groups, time away and history. An invite link and a six-digit code tie a
            person’s account to their player.
          </p>
        </li>
        <li>
          <BulletinPicture />
          <h3>Bulletins that do not scroll away</h3>
          <p>
            Write to everyone or to your maintainers only. Pin it, schedule it, let it expire, and post it to Discord as
            well. Members find it on their dashboard.
          </p>
        </li>
      </ul>
    </section>
  );
}
