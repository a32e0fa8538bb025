import "virtual:theme-variables.css";
import "./tokens.css";
import "./fonts.css";
import "./base.css";
import "./reset.css";
