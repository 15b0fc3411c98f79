/** Starts the companion app (/mini-program) in this window: a page and a build of its own, beside the console. */
import './ui/styles/companionIndex.css';
import { startCompanion } from './app/companion/startCompanion.tsx';

void startCompanion(window);
