export function FirstSteps({ productName }: { productName: string }) {
  return (
    <section className="first-steps">
      <h2>From the spreadsheet to {productName}</h2>
      <ol>
        <li>
          <h3>Create your clan</h3>
          <p>Pick your game or set the time zone and reset hour yourself.</p>
        </li>
        <li>
          <h3>Bring your players</h3>
          <p>Paste the names or load a CSV. You see what is new, similar or wrong before anything is saved.</p>
        </li>
        <li>
          <h3>Choose what counts</h3>
          <p>Start from your game’s template, or set your own activities with points, caps and targets.</p>
        </li>
        <li>
          <h3>Enter a day, share the board</h3>
          <p>Paste today’s block, import the old days, and send your clan the link.</p>
        </li>
      </ol>
    </section>
  );
}
