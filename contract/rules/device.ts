/**
 * A browser and its system by the names that people know, from what the browser calls itself. Names are the makers' own, the same
 * in every language. Browsers pretend to be each other, so the order counts: who is named last in a line is asked first.
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

/** 'Chrome 140'; empty for what is no browser we know. */
export function browserOf(device: string): string {
  for (const [name, mark] of BROWSERS) {
    const version = mark.exec(device)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return '';
}

/** 'Windows'; empty when it is not said. */
export const systemOf = (device: string): string => SYSTEMS.find(([, mark]) => mark.test(device))?.[0] ?? '';
