/**
 * Redacts a robot's message for the message log, like a recording: names of people and free text are withheld. Numbers,
 * flags and the texts of these fields stay; every other text is replaced by its length.
 */

const KEPT: ReadonlySet<string> = new Set(
  (
    'timestamp version manufacturer serialNumber connectionState orderId zoneSetId nodeId edgeId startNodeId endNodeId ' +
    'lastNodeId mapId actionType actionId actionStatus actionScopes blockingType blockingTypes operatingMode eStop ' +
    'errorType errorLevel infoType infoLevel referenceKey key valueDataType seriesName agvClass agvKinematic ' +
    'localizationTypes navigationTypes loadType loadId loadPosition'
  ).split(' '),
);
/** Longer texts are withheld in every field, characters. */
const TEXT_MAX = 80;

/** A quoted number shows the mistake; codes and phone numbers are longer. */
const SHORT_NUMBER = /^-?[\d.]{1,5}$/u;

const withheld = (text: string): string => `(${text.length} withheld)`;

/** @param key the field that holds the text, or the list with the text in it */
export const redactText = (key: string, text: string): string =>
  text === '' || SHORT_NUMBER.test(text) || (KEPT.has(key) && text.length <= TEXT_MAX) ? text : withheld(text);

/** A redacted copy. Keys are kept: they come from the standard or from the robot's maker. */
export function redactMessage(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return redactText(key, value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => redactMessage(one, key));
  return Object.fromEntries(
    Object.entries(value).map(([inner, one]) => [inner.slice(0, TEXT_MAX), redactMessage(one, inner)]),
  );
}

/** A value beside its path, as JSON of at most 120 characters. */
export function shownValue(path: string, value: unknown): string | null {
  if (value === undefined) return null;
  const key = (path.split('.').at(-1) ?? '').replace(/\[.*$/u, '');
  const text = JSON.stringify(redactMessage(value, key));
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
