/** Title of a public text page. */
export function PublicTitle({ children }: { readonly children: string }) {
  return <h1 className="text-28/9 font-[600]">{children}</h1>;
}
