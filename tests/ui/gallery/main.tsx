/** `?page=kit|home|table|robot|signin|map`, `&theme=dark`, `&lang=zh-CN`, `&state=stale`. */
import { createRoot } from 'react-dom/client';
import type { ComponentType } from 'react';
import '../../../src/ui/styles/index.css';
import '../../../src/ui/styles/later.css';
import { HomeSample } from './HomeSample.tsx';
import { KitSample } from './KitSample.tsx';
import { LoadSample } from './LoadSample.tsx';
import { RobotSample } from './RobotSample.tsx';
import { SignInSample } from './SignInSample.tsx';

const query = new URLSearchParams(window.location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
document.documentElement.lang = query.get('lang') ?? 'en';

const PAGES: Readonly<Record<string, ComponentType<{ readonly query: URLSearchParams }>>> = {
  kit: KitSample,
  home: HomeSample,
  robot: RobotSample,
  signin: SignInSample,
  map: LoadSample,
};
const Page = PAGES[query.get('page') ?? 'kit'] ?? KitSample;
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page query={query} />);
