import { useT } from '../hooks/useT.ts';

const AREA = 'routes.';

/** The title of a route in the reader's language. The table sends its key; what has no text shows its name. */
export function useTitle(): (titleKey: string, name?: string) => string {
  const t = useT();
  // texts: routes.*
  return (titleKey, name = titleKey) =>
    (titleKey && t.found(titleKey.startsWith(AREA) ? titleKey : AREA + titleKey)) || name;
}
