/** Takes the pictures of one recorded page. */
import type { Browser } from 'playwright-core';
import { type Theme, THEMES, type Variant } from './looks.ts';
import { takePicture } from './pictures.ts';
import type { Recording } from './recording.ts';
import type { ReplayServer } from './replayServer.ts';
import { readyOf, type Scene, type SceneFiles } from './scenes.ts';
import { openStill } from './stillPage.ts';

/** Simulated time after an action or a theme change. */
const ACTION_MS = 300;

export interface Shown {
  browser: Browser;
  server: ReplayServer;
  scene: Scene;
  variant: Variant;
  recording: Recording;
  files: SceneFiles;
}
export interface Pictures {
  pictures: { theme: Theme; png: Buffer }[];
  warnings: string[];
}

export async function picturesOf({ browser, server, scene, variant, recording, files }: Shown): Promise<Pictures> {
  const still = await openStill(browser, server, recording, variant);
  const { page } = still;
  const warnings: string[] = [];
  try {
    await still.pass();
    const settle = (): Promise<void> => still.pass(ACTION_MS);
    if ((await readyOf(scene, page).count()) === 0) warnings.push('differs from the recorded page');
    else
      await scene
        .arrange?.(page, { settle, files })
        .catch((error: unknown) =>
          warnings.push(`could not be prepared: ${error instanceof Error ? error.message : String(error)}`),
        );
    const pictures: Pictures['pictures'] = [];
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await settle();
      pictures.push({ theme, png: await takePicture(page) });
    }
    warnings.push(...server.missing().map((key) => `requested something that was not recorded: ${key.slice(0, 200)}`));
    return { pictures, warnings };
  } finally {
    await still.close();
  }
}
