/** A field that takes only so many characters says when it is full: the browser cuts a pasted text off in silence. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Other files: the field has its own text for it, a hint that says the limit, or takes a code of a known length. */
const SAID_OTHERWISE = [
  'ApprovalScreen',
  'CallSide',
  'CaseHistory',
  'CodeFields',
  'CodeInput',
  'InviteDialog',
  'ReportDialog',
  'RevealCard',
  'SayField',
  'T2SignOutPage',
  'TakeOverDialog',
];

it('every field with a limit says that it is full', () => {
  const silent = readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !SAID_OTHERWISE.some((one) => name.endsWith(`/${one}.tsx`)))
    .filter((name) => {
      const text = readFileSync(join('src/ui', name), 'utf8');
      return /maxLength=\{/u.test(text) && !text.includes('fullText(');
    });
  expect(silent).toEqual([]);
});
