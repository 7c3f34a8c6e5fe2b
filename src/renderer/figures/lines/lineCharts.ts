/** Chart.js with the parts that charts of curves are made of. */
import { Chart, LinearScale, LineController, LineElement, LogarithmicScale, PointElement, Tooltip } from 'chart.js';

Chart.register(LinearScale, LineController, LineElement, LogarithmicScale, PointElement, Tooltip);

export { Chart, LineElement };
