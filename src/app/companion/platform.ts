/** The platform of the companion app: a phone's browser, or a test's fake. */
import type { ThemeChoice } from '../../services/storage.ts';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Camera } from '../../services/camera.ts';
import type { Clock } from '../../services/clock.ts';
import type { CompanionStorage } from '../../services/companionStorage.ts';
import type { Hmac } from '../../services/hmac.ts';
import type { Head } from '../../services/documentHead.ts';

export interface CompanionPlatform {
  origin: string;
  storage: CompanionStorage;
  /** Shared with the console in the same browser. */
  choices: { language(): Language; keepLanguage(language: Language): void; theme(): ThemeChoice };
  head: Pick<Head, 'language' | 'theme' | 'title'>;
  clock: Clock;
  camera: Camera;
  ticks(): number;
  newId(): string;
  fetch: typeof fetch;
  /** Signs requests. */
  hmac: Hmac;
  build: string;
  log(error: unknown): void;
  isOnline(): boolean;
  /** The URL; `clear` removes its query. */
  address: { search(): string; clear(): void; onMoved(listener: () => void): void };
  onNetwork(listener: (isThere: boolean) => void): void;
  onVisible(listener: (isShown: boolean) => void): void;
  /** Another tab signed in or out. */
  onStored(listener: () => void): void;
}
