interface ShowingLineProps {
  /** How many are shown, once that is known. */
  showing: string | undefined;
  /** Said while more is on its way; null while nothing is. */
  loading: string | null;
}

/** Says above a list how many rows it shows. */
export function ShowingLine({ showing, loading }: ShowingLineProps) {
  return (
    <p className="min-h-9.5 px-1 py-2.5 text-sm text-soft tabular">
      {showing !== undefined && `${showing} `}
      {loading !== null && <span className="animate-appear-late">{loading}</span>}
    </p>
  );
}
