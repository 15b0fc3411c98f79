/** The sign-in illustration, which is part of the served page (MotifSymbols.tsx). Decorative. */

/** Renders both sizes; the style sheet shows the one that fits, so resizing the window works too. */
export function RoundhouseMotif() {
  return (
    <>
      <svg className="absolute inset-0 h-full w-full max-desk:hidden" aria-hidden="true">
        <use href="#motif-wide" />
      </svg>
      <svg className="absolute inset-0 h-full w-full desk:hidden" aria-hidden="true">
        <use href="#motif-narrow" />
      </svg>
    </>
  );
}
