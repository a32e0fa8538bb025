import states from "../../ui/list-states.module.css";

export function NobodyYet() {
  return (
    <div className={states.empty}>
      <h2>No users yet</h2>
      <p>Whoever signs up will be listed here.</p>
    </div>
  );
}
