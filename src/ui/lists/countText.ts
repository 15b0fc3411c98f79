/** Numbers of records, which the server counts up to a limit. */
import { LIST_COUNTED } from '../../../contract/rules/limits.ts';

/** "10000+" if there may be more. */
export const countText = (count: number): string => (count >= LIST_COUNTED ? `${LIST_COUNTED}+` : String(count));
