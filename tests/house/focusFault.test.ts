/** After a refused submit the first faulty field has the focus, in every form that shows faults at fields. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Other forms: their button says what is missing, or their only field shows its fault while it is typed. */
const WITHOUT_FAULTS = [
  'companion/ScannerScreen',
  'pages/alarmCase/CaseHistory',
  'pages/faults/KeypadCard',
  'pages/floorDrawing/TraceDialog',
  'pages/maps/ImportForm',
  'pages/robotCall/CallSide',
  'pages/robotCall/ContentEditor',
  'robotActions/SayField',
  'robotPanel/RobotPanel',
];
/** What moves the focus: the hook of all forms, or the forms' own on the page that loads before anything else. */
const MOVES_FOCUS = /\buseFocusFault\(|\bsubmitForm\(/u;

const forms = readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name: name.slice(0, -'.tsx'.length), text: readFileSync(join('src/ui', name), 'utf8') }))
  .filter(({ text }) => /<form\b/u.test(text));
const unfocused = forms.filter(({ text }) => !MOVES_FOCUS.test(text)).map(({ name }) => name);

it('every form', () => {
  expect(unfocused.sort()).toEqual(WITHOUT_FAULTS);
});

it('a form without it has no field with a fault', () => {
  const faulty = forms.filter(({ name, text }) => WITHOUT_FAULTS.includes(name) && /\berror=\{/u.test(text));
  expect(faulty.map(({ name }) => name)).toEqual([]);
});
