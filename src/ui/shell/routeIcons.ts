/** The icons that a page can name (`menu.icon`), each imported by its own path; git merges added lines (.gitattributes). */
import Activity from 'lucide-react/icons/activity';
import Bell from 'lucide-react/icons/bell';
import Bot from 'lucide-react/icons/bot';
import Bug from 'lucide-react/icons/bug';
import Building2 from 'lucide-react/icons/building-2';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarOff from 'lucide-react/icons/calendar-off';
import ChartColumn from 'lucide-react/icons/chart-column';
import Clock from 'lucide-react/icons/clock';
import Contact from 'lucide-react/icons/contact';
import Download from 'lucide-react/icons/download';
import FileChartColumn from 'lucide-react/icons/file-chart-column';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import MapIcon from 'lucide-react/icons/map';
import MapPinned from 'lucide-react/icons/map-pinned';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import Package from 'lucide-react/icons/package';
import QrCode from 'lucide-react/icons/qr-code';
import RouteIcon from 'lucide-react/icons/route';
import ScanFace from 'lucide-react/icons/scan-face';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import Siren from 'lucide-react/icons/siren';
import SquareDashed from 'lucide-react/icons/square-dashed';
import ToggleRight from 'lucide-react/icons/toggle-right';
import Unplug from 'lucide-react/icons/unplug';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import Video from 'lucide-react/icons/video';
import type { Glyph } from '../icons/glyph.ts';

const ICONS: Readonly<Record<string, Glyph>> = {
  activity: Activity,
  bell: Bell,
  bot: Bot,
  bug: Bug,
  'building-2': Building2,
  'calendar-clock': CalendarClock,
  'calendar-days': CalendarDays,
  'calendar-off': CalendarOff,
  'chart-column': ChartColumn,
  clock: Clock,
  contact: Contact,
  download: Download,
  'file-chart-column': FileChartColumn,
  history: History,
  house: House,
  'key-round': KeyRound,
  'list-checks': ListChecks,
  mail: Mail,
  map: MapIcon,
  'map-pinned': MapPinned,
  'message-circle-question': MessageCircleQuestion,
  package: Package,
  'qr-code': QrCode,
  route: RouteIcon,
  'scan-face': ScanFace,
  'scroll-text': ScrollText,
  settings: Settings,
  shield: Shield,
  siren: Siren,
  'toggle-right': ToggleRight,
  unplug: Unplug,
  'user-cog': UserCog,
  users: Users,
  video: Video,
};

/** An unknown icon is replaced by an empty frame. */
export const routeIcon = (name: string | undefined): Glyph => ICONS[name ?? ''] ?? SquareDashed;
