/** `save` records every page and takes its pictures. `compare` takes the pictures again and compares them. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { packed } from '../../src/app/recorder/capsuleFile.ts';
import { ADMIN, apiOf, startServer, until } from '../../tests/e2e/harness.ts';
import { playConsole } from '../../tests/fakes/playedConsole.ts';
import { startWeatherProvider } from '../../tests/fakes/weatherProvider.ts';
import { LANGUAGES } from '../../contract/entities/constants.ts';
import { pictureName, type Variant, variantName, variantsOf } from './looks.ts';
import { comparePictures } from './pictures.ts';
import { createIdentities, recordScene } from './record.ts';
import { readRecording, type Recording, writeRecording } from './recording.ts';
import { startReplayServer } from './replayServer.ts';
import { type Scene, type SceneFiles, SCENES } from './scenes.ts';
import { picturesOf, type Pictures } from './stage.ts';
import { buildWithTexts, root, sameTexts, saveTexts } from './texts.ts';

/** Flags for identical pixels on every machine, independent of screen and processor. */
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-lcd-text',
  '--disable-partial-raster',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];
const launchBrowser = (executablePath: string, ...flags: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...BROWSER_FLAGS, ...flags] });

const CAPSULE = 'porter.capsule';
const WEB = join(root, 'dist', 'web');

export interface Choice {
  folder: string;
  /** Selects pages by parts of their names, separated by commas; empty for all. */
  only: string;
  /** Path of a Chromium. */
  browser: string;
}
const scenesOf = ({ only }: Choice): Scene[] =>
  SCENES.filter(({ name }) => only.split(',').some((word) => name.includes(word)));

/** @returns the number of pages that could not be recorded */
export async function save(choice: Choice): Promise<number> {
  const folder = resolve(choice.folder);
  if (choice.only === '')
    for (const name of ['recordings', 'differences', 'pictures', 'locales'])
      rmSync(join(folder, name), { recursive: true, force: true });
  for (const name of ['recordings', 'pictures']) mkdirSync(join(folder, name), { recursive: true });
  saveTexts(folder);
  const files = await makeFiles(folder);
  const failed = await recordAll(choice, folder, files);
  failed.push(
    ...(await show(WEB, { ...choice, folder }, (name, png) => writeFileSync(join(folder, 'pictures', name), png))),
  );
  return failed.length;
}

/** @returns the number of pictures that differ or cannot be compared */
export async function compare(choice: Choice): Promise<number> {
  const folder = resolve(choice.folder);
  const differences = join(folder, 'differences');
  rmSync(differences, { recursive: true, force: true });
  mkdirSync(differences, { recursive: true });
  const web = sameTexts(folder) ? WEB : await buildWithTexts(folder);
  let count = 0;
  let differing = 0;
  const failed = await show(web, { ...choice, folder }, (name, png) => {
    count += 1;
    const saved = join(folder, 'pictures', name);
    const found = existsSync(saved) ? comparePictures(readFileSync(saved), png) : { differing: 0, difference: png };
    if (!found.difference) return;
    differing += 1;
    writeFileSync(join(differences, name.replace(/png$/u, 'diff.png')), found.difference);
    writeFileSync(join(differences, name.replace(/png$/u, 'now.png')), png);
    console.log(`${name}: ${existsSync(saved) ? `${found.differing} pixels differ` : 'was not saved'}`);
  });
  console.log(`${count} pages, ${differing} differ`);
  return count === 0 ? 1 : differing + failed.length;
}

/** Files uploaded to pages. Created once, so that pictures do not depend on their encoding. */
async function makeFiles(folder: string): Promise<SceneFiles> {
  const { head, recording } = (await playConsole()).toPage().capsule();
  writeFileSync(join(folder, CAPSULE), Buffer.from(await (await packed({ ...head, ...recording })).arrayBuffer()));
  return readFiles(folder);
}
const readFiles = (folder: string): SceneFiles => ({ capsule: readFileSync(join(folder, CAPSULE)) });

/** @returns the pages that could not be recorded */
async function recordAll(choice: Choice, folder: string, files: SceneFiles): Promise<string[]> {
  const failed: string[] = [];
  const weather = await startWeatherProvider();
  const [server, browser] = await Promise.all([
    startServer({ WEATHER_URL: weather.url, WEATHER_SITES: '{"harbour":[22.29,114.17]}' }),
    launchBrowser(choice.browser),
  ]);
  try {
    const admin = await apiOf(server, ADMIN);
    await until(
      async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'),
      'all robots are online',
    );
    const identityOf = createIdentities(server);
    for (const scene of scenesOf(choice)) {
      const path = `${scene.path}${(await scene.rest?.(admin)) ?? ''}`;
      const identity = scene.account === undefined ? null : await identityOf(scene.account);
      const record = async (variant: Variant): Promise<void> =>
        writeRecording(
          folder,
          variantName(scene.name, variant),
          await recordScene({ browser, server, scene, variant, path, identity, files }),
        );
      // One language after another, because the server writes an account's notifications in the language of its last
      // request.
      const ended: PromiseSettledResult<void>[] = [];
      for (const language of LANGUAGES)
        ended.push(
          ...(await Promise.allSettled(
            variantsOf(scene.only)
              .filter((variant) => variant.language === language)
              .map(record),
          )),
        );
      const why = ended.find((one) => one.status === 'rejected')?.reason as Error | undefined;
      if (why) failed.push(scene.name);
      console.log(`recorded ${scene.name}${why ? `, but incompletely: ${why.message}` : ''}`);
    }
    return failed;
  } finally {
    await browser.close();
    await server.close();
    await weather.close();
  }
}

/**
 * Takes the pictures of the selected pages, one page after another.
 * @returns the pages that could not be shown
 */
async function show(web: string, choice: Choice, taken: (name: string, png: Buffer) => void): Promise<string[]> {
  const failed: string[] = [];
  const files = readFiles(choice.folder);
  const server = await startReplayServer(web);
  const browser = await launchBrowser(choice.browser, server.flag);
  try {
    for (const scene of scenesOf(choice)) {
      for (const variant of variantsOf(scene.only)) {
        const name = variantName(scene.name, variant);
        const recording = recordingOf(choice.folder, name);
        if (!recording) {
          console.warn(`warning: ${name} was not recorded`);
          failed.push(name);
          continue;
        }
        const { pictures, warnings } = await picturesOf({ browser, server, scene, variant, recording, files }).catch(
          (error: unknown): Pictures => {
            if (!browser.isConnected()) throw error;
            failed.push(name);
            return { pictures: [], warnings: [`could not be rendered: ${String(error)}`] };
          },
        );
        for (const warning of warnings) console.warn(`warning: ${name} ${warning}`);
        for (const { theme, png } of pictures) taken(pictureName(scene.name, variant, theme), png);
      }
    }
    return failed;
  } finally {
    await browser.close();
    await server.close();
  }
}

function recordingOf(folder: string, name: string): Recording | null {
  try {
    return readRecording(folder, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
