/** `?page=kit|list|boards|home|robot|signin|map`, `&theme=dark`, `&lang=zh-CN`, `&state=stale`. */
import { createRoot } from 'react-dom/client';
import { type ComponentType, Suspense } from 'react';
import '../../../src/ui/styles/index.css';
import '../../../src/ui/styles/later.css';
import './gallery.css';
import { BoardSample } from './BoardSample.tsx';
import { GalleryApp, galleryTexts } from './GalleryApp.tsx';
import { HomeSample } from './HomeSample.tsx';
import { KitSample } from './KitSample.tsx';
import { ListSample } from './ListSample.tsx';
import { LoadSample } from './LoadSample.tsx';
import { RobotSample } from './RobotSample.tsx';
import { SignInSample } from './SignInSample.tsx';

type Sample = ComponentType<{ readonly query: URLSearchParams }>;

const query = new URLSearchParams(window.location.search);
const lang = query.get('lang') ?? 'en';
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
document.documentElement.lang = lang;
const words = galleryTexts(lang.startsWith('zh') ? 'zhCN' : 'enUS');

/** Components in every state, with switches of theme and language. */
const SHEETS: Readonly<Record<string, Sample>> = { kit: KitSample, list: ListSample, boards: BoardSample };
/** Whole pages, to compare with the mock-ups and to measure. */
const PAGES: Readonly<Record<string, Sample>> = {
  home: HomeSample,
  robot: RobotSample,
  signin: SignInSample,
  map: LoadSample,
};
const name = query.get('page') ?? 'kit';
const Page = PAGES[name];
const Sheet = SHEETS[name] ?? KitSample;
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    Page ? (
      <Page query={query} />
    ) : (
      <Suspense>
        <GalleryApp words={words}>
          <Sheet query={query} />
        </GalleryApp>
      </Suspense>
    ),
  );
