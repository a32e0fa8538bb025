import "virtual:theme-variables.css";
import "./core/tokens.css";
import "./fonts.css";
import "./core/reset.css";
