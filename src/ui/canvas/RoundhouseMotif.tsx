/** The picture at sign-in, which stands in the page as it is served (MotifSymbols.tsx). Decoration. */

/** Both sizes at once: which of them shows is the style sheet's affair, also when a window is made narrow. */
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
