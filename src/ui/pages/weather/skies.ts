/** Icon and label of a sky condition. */
import Cloud from 'lucide-react/icons/cloud';
import CloudDrizzle from 'lucide-react/icons/cloud-drizzle';
import CloudFog from 'lucide-react/icons/cloud-fog';
import CloudHail from 'lucide-react/icons/cloud-hail';
import CloudLightning from 'lucide-react/icons/cloud-lightning';
import CloudMoon from 'lucide-react/icons/cloud-moon';
import CloudRain from 'lucide-react/icons/cloud-rain';
import CloudRainWind from 'lucide-react/icons/cloud-rain-wind';
import CloudSnow from 'lucide-react/icons/cloud-snow';
import CloudSun from 'lucide-react/icons/cloud-sun';
import Cloudy from 'lucide-react/icons/cloudy';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import Thermometer from 'lucide-react/icons/thermometer';
import type { Sky } from '../../../../contract/entities/weather.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import type { Glyph } from '../../icons/glyph.ts';

const BY_DAY: Readonly<Record<Sky, Glyph>> = {
  clear: Sun,
  mostlyClear: Sun,
  partlyCloudy: CloudSun,
  overcast: Cloudy,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  heavyRain: CloudRainWind,
  showers: CloudRain,
  sleet: CloudHail,
  snow: CloudSnow,
  thunderstorm: CloudLightning,
  unknown: Thermometer,
};
const BY_NIGHT: Readonly<Partial<Record<Sky, Glyph>>> = { clear: Moon, mostlyClear: Moon, partlyCloudy: CloudMoon };
export const skyGlyph = (sky: Sky, isDay: boolean): Glyph =>
  (isDay ? undefined : BY_NIGHT[sky]) ?? BY_DAY[sky] ?? Cloud;

export const SKY_KEYS = {
  clear: 'weather.sky.clear',
  mostlyClear: 'weather.sky.mostlyClear',
  partlyCloudy: 'weather.sky.partlyCloudy',
  overcast: 'weather.sky.overcast',
  fog: 'weather.sky.fog',
  drizzle: 'weather.sky.drizzle',
  rain: 'weather.sky.rain',
  heavyRain: 'weather.sky.heavyRain',
  showers: 'weather.sky.showers',
  sleet: 'weather.sky.sleet',
  snow: 'weather.sky.snow',
  thunderstorm: 'weather.sky.thunderstorm',
  unknown: 'weather.sky.unknown',
} as const satisfies Record<Sky, Key>;
