import { useT } from '../hooks/useT.ts';

const AREA = 'routes.';

/**
 * The title of a route in the user's language. The route table sends its key; without a text for it the name is shown.
 */
export function useTitle(): (titleKey: string, name?: string) => string {
  const t = useT();
  // texts: routes.*
  return (titleKey, name = titleKey) =>
    (titleKey && t.found(titleKey.startsWith(AREA) ? titleKey : AREA + titleKey)) || name;
}
