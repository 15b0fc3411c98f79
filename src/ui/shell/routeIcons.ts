/** The icons that a route of the server's table can name (`meta.icon`), each imported by its own path. */
import Activity from 'lucide-react/icons/activity';
import Bot from 'lucide-react/icons/bot';
import Bug from 'lucide-react/icons/bug';
import Building2 from 'lucide-react/icons/building-2';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChartColumn from 'lucide-react/icons/chart-column';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import FileChartColumn from 'lucide-react/icons/file-chart-column';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import Library from 'lucide-react/icons/library';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import MapIcon from 'lucide-react/icons/map';
import MapPinned from 'lucide-react/icons/map-pinned';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import Package from 'lucide-react/icons/package';
import QrCode from 'lucide-react/icons/qr-code';
import RouteIcon from 'lucide-react/icons/route';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import Siren from 'lucide-react/icons/siren';
import SquareDashed from 'lucide-react/icons/square-dashed';
import ScanFace from 'lucide-react/icons/scan-face';
import ToggleRight from 'lucide-react/icons/toggle-right';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import Video from 'lucide-react/icons/video';
import type { Glyph } from '../icons/glyph.ts';

const ICONS: Readonly<Record<string, Glyph>> = {
  activity: Activity,
  bot: Bot,
  bug: Bug,
  'building-2': Building2,
  'calendar-clock': CalendarClock,
  'chart-column': ChartColumn,
  download: Download,
  'external-link': ExternalLink,
  'file-chart-column': FileChartColumn,
  history: History,
  house: House,
  'key-round': KeyRound,
  library: Library,
  'list-checks': ListChecks,
  mail: Mail,
  'message-circle-question': MessageCircleQuestion,
  map: MapIcon,
  'map-pinned': MapPinned,
  package: Package,
  'qr-code': QrCode,
  route: RouteIcon,
  'scroll-text': ScrollText,
  settings: Settings,
  shield: Shield,
  siren: Siren,
  'scan-face': ScanFace,
  'toggle-right': ToggleRight,
  'user-cog': UserCog,
  users: Users,
  video: Video,
};

/** An unknown icon is replaced by an empty frame. */
export const routeIcon = (name: string | undefined): Glyph => ICONS[name ?? ''] ?? SquareDashed;
