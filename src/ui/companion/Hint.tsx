/** A secondary line of text. */
export function Hint({ live = false, children }: { readonly live?: boolean; readonly children: string }) {
  return (
    <p className="mt-0.5 text-13 text-text-2" role={live ? 'status' : undefined}>
      {children}
    </p>
  );
}
