/** What a name of a person may not contain. */
import * as v from 'valibot';

/** Control characters, and direction overrides that would make a name look like another one. */
const NO_NAME = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Part of a pipe of strings. */
export const personName = v.check((name: string) => !NO_NAME.test(name), 'name');
