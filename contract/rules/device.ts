/**
 * Product names of a browser and its system, from the User-Agent. The names are the vendors' own, the same in every
 * language. Browsers include each other's names in their User-Agent, so the order matters: the most specific name is
 * checked first.
 */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/u],
  ['Opera', /\bOPR\/(\d+)/u],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/u],
  ['WeChat', /\bMicroMessenger\/(\d+)/u],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/u],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\/(\d+)/u],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//u],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)\b/u],
  ['Android', /\bAndroid\b/u],
  ['iPad', /\biPad\b/u],
  ['iPhone', /\biPhone\b/u],
  ['ChromeOS', /\bCrOS\b/u],
  ['Windows', /\bWindows\b/u],
  ['macOS', /\bMac ?OS ?X\b|\bMacintosh\b/u],
  ['Linux', /\bLinux\b/u],
];

/** 'Chrome 140'; empty for an unknown browser. */
export function browserOf(device: string): string {
  for (const [name, mark] of BROWSERS) {
    const version = mark.exec(device)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return '';
}

/** 'Windows'; empty if unknown. */
export const systemOf = (device: string): string => SYSTEMS.find(([, mark]) => mark.test(device))?.[0] ?? '';
